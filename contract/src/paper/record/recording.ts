// What is recorded of a paper: apart from the codes, because the first page of a paper loads it.
import * as z from '../../kernel/z.ts'

export const Recording = z.object({ camera: z.boolean(), sound: z.boolean(), screen: z.boolean(), phone: z.boolean() })
export type Recording = z.infer<typeof Recording>
