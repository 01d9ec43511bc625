// Which modules of the build share a file.
import { baseChunk, schemaChunk } from './base-chunk.ts'
import { filesOf, under } from './chunk-files.ts'

/**
 * Groups the modules of a learner's first pages into few files: each file costs its headers and is compressed separately
 * (`e2e/weight.spec.ts` measures the sum). antd has no group: learners' pages would load components that only the back office shows.
 */
export const chunks = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack)[\\/]|rolldown[\\/]runtime/ },
  schemaChunk,
  baseChunk,
  {
    name: 'forms',
    test: filesOf(
      'contract/src/kernel/rule.ts',
      'contract/src/account/sign-in/user-sign-in.ts',
      'contract/src/account/code/user-totp.ts',
      ...under('contract/src/site/provider', 'sms-type.ts', 'prop-pay.ts'),
      'web/src/kernel/form/schema.ts',
      ...under('web/src/kernel/list', 'columns.tsx', 'list-query.ts', 'useListQuery.ts'),
      // files that are sent
      'contract/src/site/provider/upload-way.ts',
      'web/src/kernel/import/accept.ts',
      ...under('web/src/shared/upload', 'send-file.ts', 'useSending.ts', 'cut-to.ts', 'recompress.ts'),
    ),
  },
  {
    name: 'content',
    test: new RegExp(
      [
        String.raw`node_modules[\\/]dompurify[\\/]`,
        filesOf(...under('web/src/kernel/html', 'HtmlView.tsx', 'html-view-parts.ts')).source,
      ].join('|'),
    ),
  },
  {
    name: 'papers',
    test: filesOf(
      ...under('contract/src/qu', 'qu.ts', 'rich-content.ts'),
      'web/src/domains/paper/question/answer.ts',
      ...under('web/src/domains/paper/question/inputs', 'AnswerInput.tsx'),
      'contract/src/paper/paper.ts',
      'contract/src/paper/attempt/late.ts',
      'contract/src/qu/content.ts',
      ...under('web/src/domains/paper/question', 'PassTag.tsx', 'marked.ts'),
      'web/src/domains/paper/attempt/SecuredNotice.tsx',
      'web/src/domains/paper/attempt/late/LateNote.tsx',
      'web/src/domains/paper/result/export/usePdf.ts',
      'web/src/shared/question-title.ts',
    ),
  },
  {
    name: 'courses',
    test: filesOf(
      'contract/src/common/file.ts',
      'contract/src/kernel/parent.ts',
      ...under('contract/src/site/setting', 'dic.ts', 'dic-value.ts'),
      ...under('contract/src/course/catalog', 'buy.ts', 'course.ts', 'course-parts.ts'),
      ...under('contract/src/course/file', 'caption.ts', 'file.ts'),
      'web/src/shared/dict/dict.ts',
      ...under('web/src/domains/course/catalog', 'Bar.tsx', 'Cover.tsx', 'DueTag.tsx', 'course-labels.ts'),
    ),
  },
  {
    name: 'exams',
    test: filesOf(
      'contract/src/exam/exam.ts',
      ...under('contract/src/exam/apply', 'apply.ts', 'audit-state.ts'),
      ...under('contract/src/paper/admission', 'buy.ts', 'check-info.ts'),
      ...under('web/src/domains/exam', 'exam-labels.ts', 'share-screen.ts'),
      'contract/src/paper/record/record-types.ts',
      'web/src/domains/exam/learner/ApplyDialog.tsx',
      'web/src/domains/paper/admission/useServerTime.ts',
    ),
  },
  // what this browser keeps of an open paper
  {
    name: 'kept',
    includeDependenciesRecursively: false,
    test: new RegExp(
      [
        String.raw`node_modules[\\/]idb[\\/]`,
        filesOf(...under('web/src/domains/paper/attempt/save', 'buffer.ts', 'event-store.ts', 'kept.ts')).source,
      ].join('|'),
    ),
  },
  {
    name: 'book',
    includeDependenciesRecursively: false,
    test: filesOf(
      ...under('contract/src/book', 'book.ts', 'book.texts.ts'),
      ...under('web/src/domains/book', 'BookQuestion.tsx', 'book.module.css'),
    ),
  },
  {
    name: 'battle',
    includeDependenciesRecursively: false,
    test: filesOf(
      ...under('contract/src/battle', 'battle.ts', 'battle-hint.ts'),
      ...under('web/src/domains/battle', 'battle.module.css', 'useBattle.ts'),
    ),
  },
  {
    name: 'survey',
    includeDependenciesRecursively: false,
    test: filesOf(
      ...under('contract/src/survey', 'answer.ts', 'answer-check.ts', 'question.ts', 'survey.ts', 'survey.texts.ts'),
      'web/src/domains/survey/AfterSurvey.tsx',
    ),
  },
  {
    name: 'explain',
    includeDependenciesRecursively: false,
    test: filesOf(
      ...under('contract/src/assist', 'state.ts', 'explain/explain.ts'),
      'web/src/domains/paper/question/ExplainSlot.tsx',
      'web/src/domains/assist/ledger/useAsk.ts',
    ),
  },
  // faces before an exam and in a course; the camera is loaded when it is opened
  {
    name: 'faces',
    test: filesOf(
      ...under('web/src/shared/camera', 'CameraOrPhone.tsx', 'useComparesFaces.ts'),
      'web/src/domains/face/FaceNotice.tsx',
      'web/src/domains/course/face/capture-rules.ts',
    ),
  },
  {
    name: 'grant',
    includeDependenciesRecursively: false,
    test: filesOf('contract/src/cert/grant.ts', ...under('web/src/domains/cert', 'CertDownload.tsx', 'CourseCert.tsx')),
  },
  {
    name: 'rates',
    includeDependenciesRecursively: false,
    test: filesOf(
      'contract/src/course/rate/rate.ts',
      ...under('web/src/domains/course/rate', 'RateEnd.tsx', 'RateForm.tsx', 'Stars.tsx', 'useRates.ts'),
    ),
  },
  // files of a lesson or of an assignment
  { name: 'files', test: filesOf(...under('web/src/domains/course/file', 'PdfFrame.tsx', 'file-labels.ts')) },
  {
    name: 'work',
    test: filesOf(
      ...under('contract/src/course/work', 'work.ts', 'work-codes.ts', 'work-form.ts'),
      ...under('web/src/domains/course/work', 'HandTag.tsx', 'WorkFiles.tsx', 'work.module.css'),
    ),
  },
  {
    name: 'room',
    test: filesOf(
      ...under('contract/src/course/room', 'room.ts', 'room-codes.ts'),
      ...under('web/src/domains/course/room', 'SeatTag.tsx', 'span-text.ts', 'room.module.css'),
    ),
  },
  {
    name: 'lesson',
    test: filesOf(
      'contract/src/course/face/face.ts',
      'contract/src/course/learn/file-learn.ts',
      ...under('web/src/domains/course/learn', 'CatalogueBar.tsx', 'CourseCover.tsx', 'Head.tsx', 'Lesson.tsx', 'Side.tsx', 'Stage.tsx'),
      'web/src/domains/course/learn/player/Watermark.tsx',
    ),
  },
  {
    name: 'questions',
    test: filesOf(
      'contract/src/repo/repo.ts',
      'contract/src/qu/blank-key.ts',
      'contract/src/qu/bank/mark.ts',
      ...under('web/src/domains/paper/question', 'QuestionView.tsx', 'question-parts.tsx'),
    ),
  },
  {
    name: 'training',
    test: filesOf(
      ...under('contract/src/train', 'train.ts', 'buy.ts'),
      'web/src/domains/repo/training-path.ts',
      ...under('web/src/domains/train', 'TrainQuestion.tsx', 'judged-view.ts', 'train-labels.ts'),
    ),
  },
  // every list of the back office loads these contracts, few pages of learners do
  {
    name: 'order',
    includeDependenciesRecursively: false,
    test: filesOf(
      'contract/src/path/stage.ts',
      'contract/src/path/path.ts',
      'contract/src/path/path.texts.ts',
      'contract/src/pay/order/order.ts',
    ),
  },
  { name: 'today', test: filesOf('contract/src/stat/total.ts', ...under('web/src/domains/stat/dashboard', 'Today.tsx', 'Pace.tsx')) },
]
