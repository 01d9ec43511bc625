// The learner's own rating: stars and a few words.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseRate, MOST_RATE_WORDS } from '@shuyuan/contract/course/rate/rate.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { useId } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { Button } from '../../../kernel/plain/Button.tsx'
import { usePlainForm } from '../../../kernel/plain/usePlainForm.ts'
import { StarsInput } from './Stars.tsx'
import styles from './rate.module.css'

export type Rate = RowOf<typeof courseRate.paging>

type RateFormProps = { courseId: string; own: Rate | undefined; onDone?: () => void; onCancel?: () => void }

export function RateForm({ courseId, own, onDone, onCancel }: RateFormProps) {
  const id = useId()
  const { form, values, set, problems, submit, busy } = usePlainForm(courseRate.save, {
    initial: { courseId, stars: own?.stars ?? 0, content: own?.content ?? '' },
    done: t('评价已保存'),
    refresh: [courseRate.paging, course.detail, course['user-paging']],
    ...(onDone ? { onDone } : {}),
  })
  return (
    <form ref={form} className={styles.form} aria-label={t('我的评价')} onSubmit={submit}>
      <StarsInput name={id} value={values.stars} problem={problems['stars']} onChange={(stars) => set({ stars })} />
      <textarea
        aria-label={t('评价内容')}
        placeholder={t('哪里学到了东西，哪里可以更好？（选填）')}
        rows={3}
        maxLength={MOST_RATE_WORDS}
        value={values.content}
        onChange={(event) => set({ content: event.target.value })}
      />
      <footer>
        {onCancel && <Button onClick={onCancel}>{t('取消')}</Button>}
        <Button type="submit" strong busy={busy}>
          {t('提交评价')}
        </Button>
      </footer>
    </form>
  )
}
