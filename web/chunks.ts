// Which modules of the build share a file.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A pattern for these files of the repository; throws for a missing name, because the first pages would silently grow. */
function filesOf(...names: string[]): RegExp {
  const missing = names.filter((name) => !existsSync(join(import.meta.dirname, '..', name)))
  if (missing.length > 0) throw new Error(`chunks.ts names files that do not exist: ${missing.join(', ')}`)
  return new RegExp(`[\\\\/](?:${names.map((name) => name.replaceAll('.', String.raw`\.`).replaceAll('/', String.raw`[\\/]`)).join('|')})$`)
}
const modules = (...names: string[]) => names.map((name) => `${name}.module.css`)
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
          ...under('contract/src/kernel', 'endpoint.ts', 'error.ts', 'field.ts', 'moment.ts'),
          ...under('contract/src/sys', 'site/config-site.ts', 'role-menu/menu-mine.ts', 'account/user-me.ts'),
          'web/src/kernel/theme/classes.ts',
          ...under('web/src/kernel/call', 'api.ts', 'early.ts', 'failure.ts', 'navigation.ts', 'query.ts', 'token.ts'),
          ...under('web/src/kernel/plain', ...modules('avatar', 'bone', 'button', 'cards', 'facts', 'panel', 'text')),
          ...under('web/src/app', ...modules('brand', 'screen', 'footer', 'nav-icon', 'page', 'root', 'splash', 'toaster')),
          ...under('web/src/kernel', 'i18n.ts', 'messages.ts', 'notify.ts', 'permission.ts', 'preferences.ts', 'store.ts'),
          ...under('web/src/shared', 'dict-revision.ts', 'initials.ts', 'page-key.ts', 'page-subject.ts', 'secured.ts', 'session.ts'),
          ...under(
            'web/src/app',
            'Brand.tsx',
            'ErrorScreen.tsx',
            'Footer.tsx',
            'Inside.tsx',
            'NavIcon.tsx',
            'PageFrame.tsx',
            'ThemeButtons.tsx',
            'Root.tsx',
            'Splash.tsx',
            'Toaster.tsx',
          ),
          ...under('web/src/app', 'guard.ts', 'menu.ts', 'paths.ts'),
          ...under('web/src/app/display', 'size-names.ts', 'useFullscreen.ts'),
          ...under('web/src/app/visitor', 'Screen.tsx', 'MissingPage.tsx', 'NotFoundPage.tsx', 'VisitorLayout.tsx'),
          // what most pages of learners are made of; the room of an exam has no layout
          ...under('web/src/app', 'admin/fixedPages.ts', 'learner/load-layout.ts', 'learnerRoutes.ts', 'pages.ts', 'learner/ready.tsx'),
          ...under('web/src/app/learner', 'SignOutButton.tsx', ...modules('bottom-nav', 'learner')),
          ...under('web/src/shared', 'open-channel.ts', ...modules('camera-or-phone')),
          ...under(
            'web/src/kernel',
            'PageState.tsx',
            'Tag.tsx',
            'new-id.ts',
            'relative-time.tsx',
            'useMedia.ts',
            ...modules('page-state', 'tag'),
          ),
          ...under('web/src/kernel/plain', 'BreakNotice.tsx', 'FilterBar.tsx', 'PlainPager.tsx', 'address-filter.ts', ...modules('plain')),
          ...under('web/src/kernel/plain', 'Alert.tsx', 'Button.tsx', 'Check.tsx', 'Dialog.tsx', 'Ring.tsx', 'TextInput.tsx'),
          ...under('web/src/kernel/plain', ...modules('alert', 'controls', 'dialog', 'ring')),
          ...under('contract/src', 'common/captcha.ts', 'notify/prepared.ts', 'sys/notice/notice.ts', 'sys/people/open-type.ts'),
          ...under('contract/src', 'sys/site/switch.ts', 'pay/order-state.ts', 'pay/order/bought.ts', 'pay/order/buy.ts'),
          ...under('web/src/domains', 'course/catalog/home-tools.ts', ...modules('stat/today', 'sys/face/face-notice')),
          ...under('web/src/domains/sys/notice', 'NoticeCard.tsx', 'inbox.ts', ...modules('notice')),
          ...under('web/src/domains/pay/order', 'BuyButton.tsx', 'cost-text.ts', ...modules('buy-button')),
          ...under('web/src/domains/exam/learner', ...modules('apply', 'exam-learner')),
        ).source,
        'vite[\\\\/]preload-helper',
      ].join('|'),
    ),
  },
  {
    name: 'sign-in',
    test: filesOf(...under('contract/src', 'kernel/rule.ts', 'sys/account/user-sign-in.ts', 'sys/provider/sms-type.ts')),
  },
  {
    name: 'content',
    test: new RegExp(
      [
        String.raw`node_modules[\\/]dompurify[\\/]`,
        filesOf(
          ...under('web/src/kernel', 'HtmlView.tsx', 'html-view-parts.ts', ...modules('html-view')),
          ...under('web/src/shared', 'docked-tools.ts', 'useAntiDebug.ts'),
        ).source,
      ].join('|'),
    ),
  },
  {
    name: 'papers',
    test: filesOf(
      ...under('contract/src', 'paper/paper.ts', 'paper/attempt/late.ts', 'qu/content.ts'),
      ...under('web/src/domains/paper/question', 'PassTag.tsx', 'marked.ts'),
      ...under('web/src/domains/paper/attempt', 'SecuredNotice.tsx', 'late/LateNote.tsx', ...modules('room/screens')),
    ),
  },
  {
    name: 'answers',
    test: filesOf(
      ...under('contract/src/qu', 'qu.ts', 'rich-content.ts'),
      ...under('web/src/domains/paper/question', 'answer.ts', 'inputs/AnswerInput.tsx', ...modules('inputs/inputs')),
    ),
  },
  {
    name: 'courses',
    test: filesOf(
      ...under('contract/src', 'kernel/parent.ts', 'sys/setting/dic.ts', 'sys/setting/dic-value.ts'),
      ...under('contract/src/course', 'catalog/buy.ts', 'catalog/course.ts', 'catalog/course-parts.ts', 'file/file.ts'),
      'web/src/shared/dict.ts',
      'web/src/domains/sys/account/UserBanner.tsx',
      ...under('web/src/domains/course/catalog', 'Cover.tsx', 'DueTag.tsx', 'course-labels.ts'),
    ),
  },
  {
    name: 'exams',
    test: filesOf(
      ...under(
        'contract/src',
        'exam/exam.ts',
        'exam/apply/apply.ts',
        'exam/apply/audit-state.ts',
        'paper/admission/buy.ts',
        'paper/admission/check-info.ts',
      ),
      ...under('web/src/domains', 'exam/exam-labels.ts', 'exam/useOnNews.ts', 'exam/learner/ApplyDialog.tsx'),
      ...under('web/src/domains/paper/admission', 'useServerTime.ts'),
    ),
  },
  // faces before an exam and in a course; the camera is loaded when it is opened
  {
    name: 'faces',
    test: filesOf(...under('web/src/shared', 'CameraOrPhone.tsx', 'useComparesFaces.ts'), 'web/src/domains/sys/face/FaceNotice.tsx'),
  },
  {
    name: 'lesson',
    test: filesOf(
      ...under('contract/src/course', 'face/face.ts', 'learn/file-learn.ts'),
      ...under('web/src/domains/course/learn', 'Lesson.tsx', 'Side.tsx', 'Stage.tsx', 'player/Watermark.tsx'),
      ...under('web/src/domains/course/file', 'PdfFrame.tsx', 'file-labels.ts', ...modules('pdf-frame')),
    ),
  },
  {
    name: 'banks',
    test: filesOf(
      ...under('contract/src', 'repo/repo.ts', 'train/train.ts', 'train/buy.ts'),
      ...under('web/src/domains', 'repo/training-path.ts', 'train/train-labels.ts', ...modules('train/repo-learner')),
    ),
  },
  // after the banks, which do not need it: a group takes what its files import and no group before it has
  {
    name: 'questions',
    test: filesOf(
      ...under('contract/src/qu', 'blank-key.ts', 'bank/mark.ts'),
      ...under('web/src/domains/paper/question', 'QuestionView.tsx', 'question-parts.tsx', ...modules('question-view')),
      ...under('web/src/domains/train', 'TrainQuestion.tsx', 'judged-view.ts', ...modules('train')),
    ),
  },
  { name: 'today', test: filesOf('contract/src/stat/total.ts', 'web/src/domains/stat/Today.tsx') },
  {
    name: 'lists',
    test: filesOf('web/src/kernel/form/schema.ts', ...under('web/src/kernel/list', 'columns.tsx', 'list-query.ts', 'useListQuery.ts')),
  },
]
