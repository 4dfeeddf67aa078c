/** The version of the SDK, as the service is told. */
export const VERSION = "1.0.0";
