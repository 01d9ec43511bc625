// What the three calls for a third party's address have in common.
import { say } from '../sys.texts.ts'
import { encoded } from '../../kernel/message.ts'
import type { Label } from '../../kernel/labels.ts'
import * as z from 'zod'
import { hot } from '../../kernel/endpoint.ts'

/** `state` is what the journey is for: `bind` needs a sign-in. The address carries a state of its own, good once for ten minutes. */
export const getUrl = (title: Label) =>
  hot({
    title,
    permit: '-',
    rate: { by: 'ip', max: 600, seconds: 60 },
    input: z.object({ state: z.enum(['login', 'bind'], { error: encoded(say('thirdUseWrong')) }) }),
    output: z.object({ url: z.string() }),
  })
