"""Pages of extensions: bundles that extensions serve while they run, and the pages that their manifests list."""
