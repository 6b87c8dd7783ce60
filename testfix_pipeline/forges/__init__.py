"""Reports results on a pull or merge request to its forge (GitHub, GitLab)."""
