// What a refused deletion names as the reason, each with the way to its page.
import type { Holder, HolderKind } from '@shuyuan/contract/kernel/holder.ts'
import { Link } from 'react-router'
import type { CallFailure } from '../call/failure.ts'
import styles from '../list/confirm.module.css'
import { t } from '../i18n.ts'

/** The page of each kind, and its words where that page lists what belongs to it. */
const pages: Record<HolderKind, (one: Holder) => { to: string; text?: string }> = {
  exam: ({ id }) => ({ to: `/admin/exam/view/${id}` }),
  tmpl: ({ id }) => ({ to: `/admin/exam/tmpl/update/${id}` }),
  course: ({ id }) => ({ to: `/admin/course/view/${id}` }),
  courseFile: ({ title }) => ({ to: `/admin/course/file?title=${encodeURIComponent(title)}` }),
  activity: ({ id }) => ({ to: `/admin/exam/activity/rank/${id}` }),
  path: ({ id }) => ({ to: `/admin/course/path/update/${id}` }),
  questionsOf: ({ id, title }) => ({ to: `/admin/repo/qu?repoId=${id}`, text: t('“{{title}}”的试题', { title }) }),
  papersOf: ({ id, title }) => ({ to: `/admin/exam/paper?examId=${id}`, text: t('“{{title}}”的成绩', { title }) }),
  learnersOf: ({ id, title }) => ({ to: `/admin/course/stat/${id}`, text: t('“{{title}}”的学习统计', { title }) }),
  grantsOf: ({ id, title }) => ({ to: `/admin/cert/grant?certId=${id}`, text: t('“{{title}}”的发放记录', { title }) }),
  triesOf: ({ id, title }) => ({ to: `/admin/exam/activity/rank/${id}`, text: t('“{{title}}”的成绩', { title }) }),
  usersOfDepart: ({ id, title }) => ({
    to: `/admin/user/list?deptCode=${encodeURIComponent(id)}`,
    text: t('“{{title}}”的用户', { title }),
  }),
  usersOfRole: ({ id, title }) => ({ to: `/admin/user/list?roleIds=${id}`, text: t('“{{title}}”的用户', { title }) }),
}

/** The holders that a refusal names; empty for other refusals. */
export const holdersOf = ({ data }: CallFailure): readonly Holder[] => (data as { holders?: Holder[] } | null)?.holders ?? []

/** `onOpen` is called when a link is followed. */
export function Holders({ holders, onOpen }: { holders: readonly Holder[]; onOpen: () => void }) {
  if (holders.length === 0) return null
  return (
    <ul aria-label={t('阻止删除的内容')} className={styles.named ?? ''}>
      {holders.map((one) => {
        const { to, text = one.title } = pages[one.kind](one)
        return (
          <li key={`${one.kind} ${one.id}`}>
            <Link to={to} onClick={onOpen}>
              {text}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
