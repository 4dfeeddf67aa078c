import { run } from "facetry-extension";
import { NodeTagger } from "./tagger.js";

run(new NodeTagger());
