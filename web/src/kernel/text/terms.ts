// Meanings of the words of the trade, as the chapter 名词 of the handbooks has them.
import terms from 'virtual:handbook/terms'
import { language } from '../state/preferences.ts'
import { worded } from './words.ts'

/** @param word of handbook/zh/teacher/34-terms.md; architecture/handbook.test.ts compares them */
export const meaningOf = (word: string): string => worded(terms[word]?.[language.get()] ?? '')
