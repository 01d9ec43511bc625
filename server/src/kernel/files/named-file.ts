// Reads a file that a variable of the environment names.
import { readFileSync } from 'node:fs'

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'this is a folder, not a file',
  EACCES: 'this account may not read it',
}

/** The text of a file that a variable names. @throws with the variable's name */
export function readNamed(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new Error(`${variable}=${file}: ${reasons[code] ?? code}.`, { cause: error })
  }
}
