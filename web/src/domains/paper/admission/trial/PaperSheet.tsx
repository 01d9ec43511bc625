// All questions of a trial's paper below one another, counted through its sections as the exam room counts them.
import { t } from '../../../../kernel/i18n.ts'
import panelStyles from '../../../../kernel/plain/panel.module.css'
import { classes } from '../../../../kernel/theme/classes.ts'
import { numbersOf, pointsText, type ShownQuestion } from '../../question/marked.ts'
import { QuestionView } from '../../question/QuestionView.tsx'
import styles from './trial.module.css'

export type SheetGroup = { title: string; totalScore: number; gained: number | null; quList: readonly ShownQuestion[] }

export function PaperSheet({ groups }: { groups: readonly SheetGroup[] }) {
  const numbers = numbersOf(groups)
  return groups.map(({ title, totalScore, gained, quList }, at) => (
    <section key={at} className={styles.group}>
      <h2>
        {title}
        <span>
          {gained === null
            ? t('{{n}} 分', { n: pointsText(totalScore) })
            : t('得 {{gained}} / {{score}} 分', { gained: pointsText(gained), score: pointsText(totalScore) })}
        </span>
      </h2>
      {quList.map((question) => (
        <div key={question.quId} className={classes(panelStyles.panel, styles.question)}>
          <QuestionView question={question} number={`${numbers.get(question.quId)}.`} />
        </div>
      ))}
    </section>
  ))
}
