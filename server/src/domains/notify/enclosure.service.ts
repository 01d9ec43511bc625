// Files that go out with an e-mail: a domain registers what belongs to messages about its things.
import type { App, Ctx } from '../../kernel/ctx.ts'
import { appPart } from '../../kernel/part.ts'
import type { MailFile } from '../../providers/mail/mail-provider.ts'

/** `refId`: of the message. @returns undefined when the thing is gone */
export type Enclosure = (ctx: Pick<Ctx, 'app' | 'db' | 'now'>, refId: string) => Promise<MailFile | undefined>

const enclosuresOf = appPart(() => new Map<string, Enclosure>())

/** Registers the file of the e-mails with a reference type; once, at the start of the server. */
export const addEnclosure = (app: App, refType: string, enclosure: Enclosure): void => void enclosuresOf(app).set(refType, enclosure)

/** The files of one e-mail, made when it is sent, so that a lesson that has moved meanwhile has its new time. */
export async function filesOf(app: App, { refType, refId }: { refType: string; refId: string }): Promise<MailFile[]> {
  const file = await enclosuresOf(app).get(refType)?.({ app, db: app.db, now: app.clock() }, refId)
  return file ? [file] : []
}
