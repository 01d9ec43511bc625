// Answers go before everything else of an exam: what can wait asks here whether some are being saved.
import { appPart } from '../../../kernel/part.ts'

/** `written` settles when no answer is waiting or being written in this process, and after so many milliseconds in any case. */
type Saving = { written: (mostMs: number) => Promise<void> }

/** Before the first save there is none to wait for. */
export const savingOf = appPart((): Saving => ({ written: async () => undefined }))
