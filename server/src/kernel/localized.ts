// Messages in the language of the request.
import type { Message, Stated } from '@shuyuan/contract/kernel/message.ts'
import { restate, translate } from '@shuyuan/contract/kernel/translate.ts'
import { english } from '@shuyuan/contract/texts.en.ts'
import type { Ctx } from './ctx.ts'
import { prefersEnglish } from './http/language.ts'

type Asked = Pick<Ctx, 'request'>

/** Whether the caller wants English. */
export const asksEnglish = ({ request }: Asked) => prefersEnglish({ 'accept-language': request.header('accept-language') })

/** A message in the caller's language. */
export const wording = (ctx: Asked, message: Message): string => (asksEnglish(ctx) ? translate(message, english) : message.zh)

/** Wire messages in the caller's language. */
export const restated = <T extends Stated>(ctx: Asked, given: T[]): T[] =>
  asksEnglish(ctx) ? given.map((one) => restate(one, english)) : given
