"""Reports of findings: text with code frames, JSON, SARIF, JUnit, annotations of GitHub, code quality of GitLab."""
