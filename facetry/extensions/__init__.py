"""Extensions: programs that compute facets of images. Installs them, runs them, and connects them."""
