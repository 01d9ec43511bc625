// What is shown before something is published: its audience, and the notice to it.
import * as z from '../kernel/z.ts'

/** Users of an audience, and the notice that publishing can send to them. */
export const audienceReach = {
  people: z.int(),
  /** names of its departments and groups, at most five; empty for all users and for users named singly */
  names: z.array(z.string()),
  /** recipients of the notice: those of the audience within the caller's data scope */
  told: z.int(),
  /** the notice of this site, with its placeholders */
  notice: z.object({ title: z.string(), content: z.string() }),
}

/**
 * open: the notice can be sent; sent: it was sent before; foreign: the caller did not make the thing, and may notify for own things only;
 * off: the site has the module disabled, and learners cannot open the thing.
 */
export const NoticeState = z.enum(['open', 'sent', 'foreign', 'off'])
export type NoticeState = z.infer<typeof NoticeState>
