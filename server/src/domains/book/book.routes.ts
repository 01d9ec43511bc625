// /api/repo/book and /api/paper/book
import { examBook } from '@shuyuan/contract/book/exam-book.ts'
import { book } from '@shuyuan/contract/book/book.ts'
import { serve } from '../../kernel/endpoint.ts'
import { countDue } from './card.service.ts'
import { bookPlaces, findInBook, pageBook, printBook, removeFromBook } from './page.service.ts'

export default [
  ...serve(book, { paging: pageBook, places: bookPlaces, due: countDue, detail: findInBook, print: printBook, remove: removeFromBook }),
  ...serve(examBook, { paging: pageBook }),
]
