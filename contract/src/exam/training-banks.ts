// Banks of a template that are open to training, shown while the exam form is edited.
import * as z from '../kernel/z.ts'
import { query } from '../kernel/endpoint.ts'
import { id } from '../kernel/field.ts'

export const trainingBanksCalls = {
  'train-repos': query({
    title: '开放训练的题库',
    permit: ['exam:add', 'exam:update'],
    input: z.object({ tmplId: id('试卷模板') }),
    output: z.array(z.object({ id: z.string(), title: z.string() })),
  }),
}
