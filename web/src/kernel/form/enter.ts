// Enter in an input confirms that input. The form is sent by its button.
import type { KeyboardEvent } from 'react'

/** For `onKeyDown` of a form with more than one input. Buttons, text areas and dialogs over the form keep their own Enter. */
export function enterStays(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event
  if (key === 'Enter' && target instanceof HTMLInputElement && currentTarget.contains(target)) event.preventDefault()
}
