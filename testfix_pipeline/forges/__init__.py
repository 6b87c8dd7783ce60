"""Telling a forge (GitHub, GitLab) what was found about a pull or merge request."""
