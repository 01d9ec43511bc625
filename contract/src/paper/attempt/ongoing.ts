// The caller's open paper: asked by every page of a learner, in a small module of its own.
import * as z from '../../kernel/z.ts'
import { endpoints, query } from '../../kernel/endpoint.ts'

export const ongoingCalls = {
  'check-process': query({
    title: '未完成的考试',
    permit: 'any',
    begun: true,
    input: z.object({}),
    output: z.object({ id: z.string(), examId: z.string(), title: z.string(), leftSeconds: z.int() }).nullable(),
  }),
}

export const ongoing = endpoints('paper/paper', 'exam', ongoingCalls)
