// One suggestion: what the form has and what is proposed side by side, with the differences marked.
import { improvedField, type Suggestion } from '@shuyuan/contract/assist/improve/improve.ts'
import { Button } from 'antd'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { diffOf } from './word-diff.ts'
import styles from './improve.module.css'

type Props = { suggestion: Suggestion; isTaken: boolean; onTake: (isTaken: boolean) => void }

export function SuggestionCard({ suggestion, isTaken, onTake }: Props) {
  const { field, at, before, after, why } = suggestion
  const letter = String.fromCharCode(65 + at)
  const name = field === 'option' ? t('选项 {{letter}}', { letter }) : tLabel(improvedField[field])
  const pieces = diffOf(before, after)
  return (
    <li className={styles.improveCard}>
      <header>
        <b>{name}</b>
        <Button
          size="small"
          {...(isTaken ? {} : { type: 'primary' as const })}
          aria-label={isTaken ? t('撤销采用{{name}}', { name }) : t('采用{{name}}', { name })}
          onClick={() => onTake(!isTaken)}
        >
          {isTaken ? t('撤销') : t('采用')}
        </Button>
      </header>
      <dl className={styles.improveSides}>
        <div>
          <dt>{t('现在')}</dt>
          <dd>
            {before === ''
              ? t('（空）')
              : pieces.map((one, place) =>
                  one.kind === 'gone' ? (
                    <del key={place}>{one.text}</del>
                  ) : one.kind === 'same' ? (
                    <span key={place}>{one.text}</span>
                  ) : null,
                )}
          </dd>
        </div>
        <div>
          <dt>{t('建议')}</dt>
          <dd>
            {pieces.map((one, place) =>
              one.kind === 'new' ? <ins key={place}>{one.text}</ins> : one.kind === 'same' ? <span key={place}>{one.text}</span> : null,
            )}
          </dd>
        </div>
      </dl>
      {why !== '' && <p className={styles.improveWhy}>{why}</p>}
    </li>
  )
}
