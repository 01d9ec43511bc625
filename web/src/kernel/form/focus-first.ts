const typed = 'input.ant-input, textarea.ant-input, input.ant-input-number-input'

/**
 * Who opens a form in a dialog types next: its first field for typing gets the focus, unless something is in it already.
 * @param form what contains the fields; null: nothing is done
 */
export function focusFirst(form: HTMLElement | null): void {
  const first = [...(form?.querySelectorAll<HTMLInputElement>(typed) ?? [])].find((one) => !one.disabled && !one.readOnly)
  if (first?.value === '') first.focus()
}
