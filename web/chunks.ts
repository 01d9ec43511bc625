// Which modules of the build share a file.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A pattern for these files of the repository; throws for a missing name, because the first pages would silently grow. */
function filesOf(...names: string[]): RegExp {
  const missing = names.filter((name) => !existsSync(join(import.meta.dirname, '..', name)))
  if (missing.length > 0) throw new Error(`chunks.ts names files that do not exist: ${missing.join(', ')}`)
  return new RegExp(`[\\\\/](?:${names.map((name) => name.replaceAll('.', String.raw`\.`).replaceAll('/', String.raw`[\\/]`)).join('|')})$`)
}
const under = (folder: string, ...names: string[]) => names.map((name) => `${folder}/${name}`)

/**
 * Groups the modules of a learner's first pages into few files: each file costs its headers and is compressed separately
 * (`e2e/weight.spec.ts` measures the sum). antd has no group: learners' pages would load components that only the back office shows.
 */
export const chunks = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack)[\\/]|rolldown[\\/]runtime/ },
  {
    name: 'base',
    test: new RegExp(
      [
        String.raw`node_modules[\\/]zod[\\/]`,
        filesOf(
          ...under(
            'contract/src/kernel',
            'daily-hours.ts',
            'time-ranges.ts',
            'endpoint.ts',
            'error.ts',
            'field.ts',
            'import.ts',
            'moment.ts',
          ),
          ...under('contract/src/site/config', 'config-site.ts', 'switch.ts'),
          'contract/src/people/role-menu/menu-mine.ts',
          'contract/src/paper/attempt/ongoing.ts',
          ...under('web/src/domains/exam', 'running-paper.ts', 'useOnNews.ts', 'running-bar.module.css'),
          ...under('web/src/domains/paper/record', 'LeftRecording.tsx', 'left.ts'),
          'contract/src/account/own/user-me.ts',
          'web/src/kernel/theme/classes.ts',
          ...under('web/src/kernel/call', 'api.ts', 'early.ts', 'failure.ts', 'navigation.ts', 'query.ts', 'token.ts'),
          ...under(
            'web/src/kernel/plain',
            'avatar.module.css',
            'bone.module.css',
            'button.module.css',
            'cards.module.css',
            'facts.module.css',
            'panel.module.css',
            'text.module.css',
            'BreakNotice.tsx',
            'FilterBar.tsx',
            'PlainPager.tsx',
            'address-filter.ts',
            'plain.module.css',
            'Alert.tsx',
            'Button.tsx',
            'Check.tsx',
            'Dialog.tsx',
            'Ring.tsx',
            'TextInput.tsx',
            'field.module.css',
            'alert.module.css',
            'controls.module.css',
            'dialog.module.css',
            'ring.module.css',
            'useAsk.tsx',
          ),
          ...under(
            'web/src/app/frame',
            'brand.module.css',
            'screen.module.css',
            'footer.module.css',
            'nav-icon.module.css',
            'page.module.css',
            'root.module.css',
            'splash.module.css',
            'toaster.module.css',
            'Brand.tsx',
            'ErrorScreen.tsx',
            'Footer.tsx',
            'SignedInRoutes.tsx',
            'NavIcon.tsx',
            'PageFrame.tsx',
            'ThemeButtons.tsx',
            'Root.tsx',
            'Splash.tsx',
            'Toaster.tsx',
          ),
          ...under('web/src/kernel', 'i18n.ts', 'jitless.ts', 'messages.ts', 'notify.ts'),
          'web/src/kernel/access/permission.ts',
          ...under('web/src/kernel/state', 'preferences.ts', 'store.ts', 'new-id.ts', 'useMedia.ts'),
          'web/src/shared/dict/dict-revision.ts',
          'web/src/shared/people/initials.ts',
          ...under('web/src/shared/page', 'ant-frame.tsx', 'page-key.ts', 'page-subject.ts', 'page-help.ts', 'open-channel.ts'),
          ...under('web/src/shared/session', 'secured.ts', 'session.ts'),
          ...under('web/src/app/routes', 'guard.ts', 'menu.ts', 'paths.ts', 'learnerRoutes.ts'),
          'web/src/app/help/HelpButton.tsx',
          ...under('web/src/app/display', 'size-names.ts', 'useFullscreen.ts'),
          ...under('web/src/app/visitor', 'Screen.tsx', 'MissingPage.tsx', 'NotFoundPage.tsx', 'VisitorLayout.tsx'),
          'web/src/app/admin/fixedPages.ts',
          ...under(
            'web/src/app/learner',
            'load-layout.ts',
            'ready.tsx',
            'SignOutButton.tsx',
            'bottom-nav.module.css',
            'learner.module.css',
          ),
          'web/src/app/pages.ts',
          'web/src/shared/camera/camera-or-phone.module.css',
          ...under('web/src/kernel/piece', 'PageState.tsx', 'Tag.tsx', 'page-state.module.css', 'tag.module.css'),
          'web/src/kernel/text/relative-time.tsx',
          'contract/src/common/captcha.ts',
          ...under('contract/src/notify', 'prepared.ts', 'reach.ts'),
          'contract/src/message/notice.ts',
          ...under('contract/src/people/user', 'audience-chosen.ts', 'open-type.ts'),
          // slots of later rooms, which the layout fills
          ...under('web/src/domains/course', 'catalog/home-tools.ts', 'learn/course-tools.ts', 'learn/lesson-tools.ts'),
          ...under('web/src/domains/paper', 'question/question-tools.ts', 'result/result-tools.ts'),
          'web/src/domains/stat/dashboard/today.module.css',
          'web/src/domains/face/face-notice.module.css',
          ...under('web/src/domains/message', 'NoticeCard.tsx', 'inbox.ts', 'notice.module.css'),
          'contract/src/pay/order-state.ts',
          ...under('contract/src/pay/order', 'bought.ts', 'buy.ts'),
          ...under('web/src/domains/pay/order', 'BuyButton.tsx', 'cost-text.ts', 'buy-button.module.css'),
          ...under('web/src/domains/exam/learner', 'apply.module.css', 'exam-learner.module.css'),
          // the styles of the groups below: a style sheet for each of them would be a request of every page
          'web/src/kernel/html/html-view.module.css',
          'web/src/domains/paper/attempt/room/screens.module.css',
          'web/src/domains/survey/survey.module.css',
          'web/src/domains/assist/explain/explain.module.css',
          'web/src/domains/paper/question/inputs/inputs.module.css',
          'web/src/domains/paper/question/question-view.module.css',
          ...under('web/src/domains/train', 'train.module.css', 'repo-learner.module.css'),
          'web/src/domains/train/train-dialog.module.css',
          ...under('web/src/domains/account/own', 'user-banner.module.css'),
          ...under(
            'web/src/domains/course',
            'catalog/course.module.css',
            'learn/course-view.module.css',
            'file/pdf-frame.module.css',
            'file/course-file.module.css',
          ),
        ).source,
        'vite[\\\\/]preload-helper',
      ].join('|'),
    ),
  },
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
        filesOf(
          ...under('web/src/kernel/html', 'HtmlView.tsx', 'html-view-parts.ts'),
          'web/src/shared/page/docked-tools.ts',
          'web/src/shared/session/useAntiDebug.ts',
        ).source,
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
      ...under('web/src/domains/exam', 'exam-labels.ts'),
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
    test: filesOf(...under('contract/src/assist', 'state.ts', 'explain/explain.ts'), 'web/src/domains/paper/question/ExplainSlot.tsx'),
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
  { name: 'today', test: filesOf('contract/src/stat/total.ts', ...under('web/src/domains/stat/dashboard', 'Today.tsx', 'Pace.tsx')) },
]
