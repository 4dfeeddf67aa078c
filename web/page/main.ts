/** The page of Facetry. */

import "./session/notices.js";
import "./shell/facetry-app.js";
