// The fields of the three calls for the address of a third party.
import { say } from '../account.texts.ts'
import { encoded } from '../../kernel/message.ts'
import type { Label } from '../../kernel/labels.ts'
import * as z from '../../kernel/z.ts'
import { hot } from '../../kernel/endpoint.ts'

/** `state` is the purpose: `bind` requires a signed-in caller. The address contains another state, which is valid once and for ten minutes. */
export const getUrl = (title: Label) =>
  hot({
    title,
    permit: '-',
    rate: { by: 'ip', max: 240, seconds: 60 },
    input: z.object({ state: z.enum(['login', 'bind'], { error: encoded(say('thirdUseWrong')) }) }),
    output: z.object({ url: z.string() }),
  })
