// The passphrase of backups, which is never an argument: other accounts of the machine see arguments.
import { readNamed } from '../files/named-file.ts'

type PassphraseSource = NodeJS.ProcessEnv | { BACKUP_PASSPHRASE?: string | undefined; BACKUP_PASSPHRASE_FILE?: string | undefined }

/** From BACKUP_PASSPHRASE, or the first line of the file that BACKUP_PASSPHRASE_FILE names. Throws without either. */
export function readPassphrase({ BACKUP_PASSPHRASE: given, BACKUP_PASSPHRASE_FILE: file }: PassphraseSource): string {
  if (given !== undefined && given !== '') return given
  if (file !== undefined && file !== '') return readNamed('BACKUP_PASSPHRASE_FILE', file).split(/\r?\n/)[0] ?? ''
  throw new Error(
    'Set BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE to a file with the passphrase. Keep it apart from the backups: without it nobody can read them.',
  )
}
