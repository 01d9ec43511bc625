// Options of single, multiple and true/false questions: native radio buttons and check boxes in large rows.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { useId } from 'react'
import { HtmlView } from '../../../../kernel/html/HtmlView.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { chooseTag, tagsOf } from '../answer.ts'
import type { InputProps } from './input-props.ts'
import textStyles from '../../../../kernel/plain/text.module.css'
import styles from './inputs.module.css'

export function ChoiceInput({ question: { quId, quType: type, answerList }, answer, onChange, disabled, labelledBy }: InputProps) {
  const kindId = useId()
  const several = type === QuType.multiple
  const chosen = tagsOf(answer)
  return (
    <fieldset className={styles.choice} disabled={disabled} aria-labelledby={`${labelledBy} ${kindId}`}>
      <legend id={kindId} className={textStyles.visuallyHidden}>
        {several ? t('选项，可多选') : t('选项')}
      </legend>
      {answerList.map(({ tag, content, image }) => (
        <label key={tag} className={styles.choiceRow} data-on={chosen.includes(tag)}>
          <input
            type={several ? 'checkbox' : 'radio'}
            name={`qu-${quId}`}
            value={tag}
            checked={chosen.includes(tag)}
            onChange={() => onChange(chooseTag(several, answer, tag), 'choice')}
          />
          <span className={styles.choiceLetter}>{tag}</span>
          <span className={styles.choiceText}>
            <HtmlView html={content} inline zoom={false} />
            {image ? <img src={image} alt={t('选项 {{tag}} 的图片', { tag })} /> : null}
          </span>
        </label>
      ))}
      {!several && chosen.length > 0 && !disabled && (
        <button type="button" className={styles.choiceClear} onClick={() => onChange(null, 'choice')}>
          {t('清除选择')}
        </button>
      )}
    </fieldset>
  )
}
