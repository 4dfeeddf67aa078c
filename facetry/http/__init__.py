"""The HTTP pipeline: paths, parameters, bodies, operations, problems and answers."""
