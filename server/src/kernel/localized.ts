// Messages in the language of the request.
import type { Message, Stated } from '@shuyuan/contract/kernel/message.ts'
import { restate, translate } from '@shuyuan/contract/kernel/translate.ts'
import { english } from '@shuyuan/contract/texts.en.ts'
import type { Ctx } from './ctx.ts'
import { prefersEnglish } from './http/language.ts'

type Asked = Pick<Ctx, 'request'>

const isEnglish = ({ request }: Asked) => prefersEnglish({ 'accept-language': request.header('accept-language') })

/** A message in the caller's language. */
export const wording = (ctx: Asked, message: Message): string => (isEnglish(ctx) ? translate(message, english) : message.zh)

/** Wire messages in the caller's language. */
export const restated = <T extends Stated>(ctx: Asked, given: T[]): T[] =>
  isEnglish(ctx) ? given.map((one) => restate(one, english)) : given
