// Keyboard shortcuts of the exam room (ui.md): A–Z choose, arrows move, F flags. Ignored while the user types.

export type KeyPress = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean; typing: boolean }
export type KeyAction = { do: 'choose'; index: number } | { do: 'move'; by: 1 | -1 } | { do: 'flag' }

/**
 * @param optionCount number of options that letters choose from; 0: none
 * F chooses the sixth option if there is one; Shift+F always flags.
 */
export function keyAction({ key, ctrlKey, metaKey, altKey, shiftKey, typing }: KeyPress, optionCount: number): KeyAction | undefined {
  if (typing || ctrlKey || metaKey || altKey) return undefined
  if (key === 'ArrowLeft') return { do: 'move', by: -1 }
  if (key === 'ArrowRight') return { do: 'move', by: 1 }
  if (!/^[a-z]$/i.test(key)) return undefined
  const index = key.toUpperCase().charCodeAt(0) - 65
  if (key.toUpperCase() === 'F' && (shiftKey || index >= optionCount)) return { do: 'flag' }
  return index < optionCount ? { do: 'choose', index } : undefined
}

/** Whether the element takes typed text. Radio buttons, check boxes and buttons do not. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && !['radio', 'checkbox', 'button'].includes(target.type)
}
