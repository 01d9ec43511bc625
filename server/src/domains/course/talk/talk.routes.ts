// /api/course/note and /api/course/question
import { courseNote } from '@shuyuan/contract/course/talk/note.ts'
import { courseQuestion } from '@shuyuan/contract/course/talk/question.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { answerQuestion, deleteQuestions, pageQuestions } from './answer.service.ts'
import { deleteNotes, listNotes, saveNote } from './note.service.ts'
import { askQuestion, pageOwnQuestions, replyToQuestion } from './question.service.ts'

export default [
  ...serve(courseNote, { list: listNotes, save: saveNote, delete: deleteNotes }),
  ...serve(courseQuestion, {
    'user-paging': pageOwnQuestions,
    ask: askQuestion,
    reply: replyToQuestion,
    paging: pageQuestions,
    answer: answerQuestion,
    delete: deleteQuestions,
  }),
]
