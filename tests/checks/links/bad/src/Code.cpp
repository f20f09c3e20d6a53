// As docs/index.md says, and docs/formats/gone.md.
