// What a domain that has something to notify about prepares for the sending dialog. Small: it comes with the contracts of such domains.
import * as z from 'zod'

/** What a sending dialog begins with. */
const NotifyDraft = z.object({
  /** null: the built-in text */
  id: z.string().nullable(),
  title: z.string(),
  content: z.string(),
})
/** The answer of each domain's prepare-notify. */
export const Prepared = z.object({
  /** how many people it would reach */
  count: z.int(),
  tmpl: NotifyDraft,
  /** the channels that work here */
  channels: z.array(z.enum(['msg', 'sms'])),
  /** what the variables of the event stand for */
  variables: z.record(z.string(), z.string()),
})
