// A name that is changed in its place: a click, Enter or F2 opens it, Enter stores it, Esc takes it back.
import { EditOutlined } from '@ant-design/icons'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import styles from './build.module.css'

type NameFieldProps = {
  value: string
  /** of the button that opens the field, and of the field */
  label: string
  max: number
  /** begins open, with its text selected */
  isOpen?: boolean
  onChange: (value: string) => void
  onClose?: () => void
}

export function NameField({ value, label, max, isOpen = false, onChange, onClose }: NameFieldProps) {
  const [open, setOpen] = useState(isOpen)
  const button = useRef<HTMLButtonElement>(null)
  const returns = useRef(false)
  useEffect(() => {
    // the field has gone: the keyboard goes on where it was
    if (!open && returns.current) button.current?.focus()
    returns.current = false
  }, [open])
  const close = (text: string | undefined, isByKey: boolean) => {
    const name = text?.trim() ?? ''
    returns.current = isByKey
    setOpen(false)
    if (name !== '' && name !== value) onChange(name)
    onClose?.()
  }
  if (open) return <Field value={value} label={label} max={max} onClose={close} />
  return (
    <button
      ref={button}
      type="button"
      className={styles.name}
      title={label}
      onClick={() => setOpen(true)}
      onKeyDown={(event) => event.key === 'F2' && setOpen(true)}
    >
      <span>{value}</span>
      <EditOutlined aria-hidden className={styles.pen} />
    </button>
  )
}

type FieldProps = { value: string; label: string; max: number; onClose: (text: string | undefined, isByKey: boolean) => void }

function Field({ value, label, max, onClose }: FieldProps) {
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  useEffect(() => input.current?.select(), [])
  const close = (given: string | undefined, isByKey: boolean) => {
    if (done.current) return
    done.current = true
    onClose(given, isByKey)
  }
  const press = (event: KeyboardEvent) => {
    // Enter of an input method chooses characters
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      // the button that gets the focus would open the field again
      event.preventDefault()
      close(text, true)
    }
    if (event.key === 'Escape') {
      event.stopPropagation()
      close(undefined, true)
    }
  }
  return (
    <input
      ref={input}
      className={styles.nameInput}
      aria-label={label}
      value={text}
      maxLength={max}
      // it opens because the user asked for it
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      onChange={(event) => setText(event.target.value)}
      onKeyDown={press}
      onBlur={() => close(text, false)}
    />
  )
}
