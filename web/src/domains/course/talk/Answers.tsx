// What teachers and the asker wrote below a question.
import type { courseQuestion } from '@shuyuan/contract/course/talk/question.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { t } from '../../../kernel/i18n.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import styles from './talk.module.css'

type AnswersProps = Pick<RowOf<(typeof courseQuestion)['user-paging']>, 'answers'>

export function Answers({ answers }: AnswersProps) {
  return answers.map((one) => (
    <div key={one.id} className={classes(styles.talkAnswer, ...(one.isTeacher ? [styles.talkTeacher] : []))}>
      <b>{one.isTeacher ? t('{{name}}（老师）', { name: one.name }) : t('补充')}</b>
      <p>{one.content}</p>
      <time>{one.createTime.slice(0, 16)}</time>
    </div>
  ))
}
