// The asterisk of required fields stands after the label, in every form.
import type { ReactNode } from 'react'
import styles from './schema-form.module.css'

export const markAfter = (label: ReactNode, { required }: { required: boolean }) => (
  <>
    {label}
    {required && <span aria-hidden className={styles.schemaFormMark} />}
  </>
)
