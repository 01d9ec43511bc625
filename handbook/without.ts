// Pages without a chapter of their own, with the reason; architecture/handbook.test.ts compares the list with the pages.
export const withoutChapter: Record<string, string> = {
  'paper/learner/PaperRunnerPage': 'the exam room has no help: nothing may distract there; learner/in-exam is read before',
  'paper/learner/TrialPage': 'a teacher’s rehearsal looks as the exam room does; teacher/rehearse explains it',
  'book/learner/BookPrintPage': 'a sheet for the printer, without a layout',
  'visitor/SurveyVisitPage': 'the survey itself says what it asks',
}
