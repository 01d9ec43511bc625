// The initial values of the sending dialog, which each notifying domain answers. Small, because the contracts of these domains import it.
import * as z from '../kernel/z.ts'

/** Initial values of the sending dialog. */
const NotifyDraft = z.object({
  /** null: the built-in text */
  id: z.string().nullable(),
  title: z.string(),
  content: z.string(),
})
/** The answer of `prepare-notify`. */
export const Prepared = z.object({
  /** number of recipients */
  count: z.int(),
  tmpl: NotifyDraft,
  /** the channels that this site has configured */
  channels: z.array(z.enum(['msg', 'sms', 'mail'])),
  /** the variables of the event with their values */
  variables: z.record(z.string(), z.string()),
})
