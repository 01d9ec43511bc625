// Filters of the learner's papers; applied with 查询 or Enter.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { paperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { SubmitEvent } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { filled, writeValue } from '../../../kernel/list/list-query.ts'
import type { ListQueryState } from '../../../kernel/list/useListQuery.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import styles from './own-papers.module.css'

type OwnPaperSearchProps = {
  query: ListQueryState
  /** called when the submitted filters equal the applied ones */
  onSame: () => void
}

export function OwnPaperSearch({ query, onSame }: OwnPaperSearchProps) {
  const { params, current } = query
  const inForce = JSON.stringify(params)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [title, state] = [form.get('title'), form.get('state')]
    const next = filled({
      ...params,
      title: typeof title === 'string' ? title.trim() : undefined,
      state: typeof state === 'string' && state !== '' ? Number(state) : undefined,
    })
    if (current === 1 && JSON.stringify(next) === inForce) onSame()
    else query.filter(next)
  }
  return (
    // changed applied filters replace what was typed
    <form
      key={inForce}
      className={styles.papersSearch}
      aria-label={`${tLabel(paper.paging.title)} ${t('查询条件')}`}
      onSubmit={submit}
      onReset={query.reset}
    >
      <input
        className={styles.papersField}
        type="search"
        name="title"
        aria-label={t('考试')}
        placeholder={t('考试')}
        defaultValue={writeValue(params['title'])}
        maxLength={100}
      />
      <select className={styles.papersField} name="state" aria-label={t('状态')} defaultValue={writeValue(params['state'])}>
        <option value="">{t('状态')}</option>
        {Object.entries(paperState).map(([value, text]) => (
          <option key={value} value={value}>
            {t(text)}
          </option>
        ))}
      </select>
      <button type="submit" className={classes(buttonStyles.btn, buttonStyles.btnSmall, buttonStyles.btnPrimary)}>
        <svg className={styles.papersIcon} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M10.5 18a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Zm5.5-2 5.5 5.5" />
        </svg>
        {t('查询')}
      </button>
      <button type="reset" className={classes(buttonStyles.btn, buttonStyles.btnSmall)}>
        <svg className={styles.papersIcon} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M19.5 8.5A8.2 8.2 0 1 0 20.2 12M20 4v5h-5" />
        </svg>
        {t('重置')}
      </button>
    </form>
  )
}
