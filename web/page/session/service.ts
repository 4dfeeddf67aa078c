/** The service that this page belongs to, and who is signed in there. */

import { Client } from "../../api/client.js";
import { ApiError } from "../../api/errors.js";
import type { ApiSecretSelf, Scope } from "../../api/models.js";
import { Store } from "../base/store.js";

/** Who is signed in: `undefined` until the service has answered, `null` for nobody. */
export const session = new Store<ApiSecretSelf | null | undefined>(undefined);
/** Why nobody is signed in any more, as a sentence. */
export const signOutReason = new Store<string>("");

/** The operations of the service. What it refuses is thrown as `ApiError`. */
export const service = new Client(new URL("./", document.baseURI).href, () => {
  if (session.value !== null && session.value !== undefined) signOutReason.value = "Your session has ended.";
  session.value = null;
});

/** Asks the service who is signed in. */
export async function readSession(): Promise<void> {
  try {
    session.value = await service.apiSecretSelf();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    session.value = null;
  }
}

/** Signs in with a key, or with the token of a one-time link. */
export async function signIn(credentials: { readonly key: string } | { readonly token: string }): Promise<void> {
  await service.sessionCreate(credentials);
  signOutReason.value = "";
  await readSession();
}

/** Ends the session. */
export async function signOut(): Promise<void> {
  await service.sessionDelete();
  session.value = null;
}

/** Whether the signed-in key has a scope. */
export function may(scope: Scope): boolean {
  const scopes = session.value?.scopes ?? [];
  return scopes.includes(scope) || scopes.includes("all");
}
