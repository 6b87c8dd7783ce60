// What is installed can't be written to. Vite takes that for this error alone, and then writes beside the configuration.
import fs from 'node:fs/promises';

const { mkdir } = fs;
fs.mkdir = async (place, ...given) => {
  const isTemporary = String(place).includes('.vite-temp');
  try {
    const made = await mkdir(place, ...given);
    if (isTemporary) await fs.access(place, fs.constants.W_OK);
    return made;
  } catch (error) {
    throw isTemporary ? Object.assign(error, { code: 'EACCES' }) : error;
  }
};
