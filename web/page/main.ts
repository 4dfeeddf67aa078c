/** The page of Facetry. */

import "./shell/notices.js";
import "./shell/facetry-app.js";
