// The wrong answers of an exam.
import { endpoints, query } from '../kernel/endpoint.ts'
import { id, pageOf, paging } from '../kernel/field.ts'
import { BookRow } from './book.ts'

export const examBook = endpoints('paper/book', 'exam', {
  paging: query({
    title: '考试错题',
    permit: 'any',
    module: false,
    input: paging({ examId: id('考试').optional() }),
    output: pageOf(BookRow),
  }),
})
