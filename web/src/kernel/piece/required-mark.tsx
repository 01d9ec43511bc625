// The asterisk of a required field, after its label, in every form of the back office.
import type { ReactNode } from 'react'
import styles from '../form/schema-form.module.css'

export const markAfter = (label: ReactNode, { required }: { required: boolean }) => (
  <>
    {label}
    {required && <span aria-hidden className={styles.schemaFormMark} />}
  </>
)
