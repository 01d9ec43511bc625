// When a question is to be asked again: FSRS with its usual parameters, in whole days.
import { type Card, createEmptyCard, fsrs, Rating } from 'ts-fsrs'

/** Without steps within a day: who was wrong is asked the next day, not a minute later. */
const scheduler = fsrs({ enable_short_term: false, enable_fuzz: false })

/** The stored values of a card. */
export type StoredCard = {
  due: Date
  stability: number
  difficulty: number
  scheduledDays: number
  learningSteps: number
  reps: number
  lapses: number
  state: number
  lastReview: Date
}

const read = (card: StoredCard): Card => ({
  due: card.due,
  stability: card.stability,
  difficulty: card.difficulty,
  // the library computes it from last_review
  elapsed_days: 0,
  scheduled_days: card.scheduledDays,
  learning_steps: card.learningSteps,
  reps: card.reps,
  lapses: card.lapses,
  state: card.state,
  last_review: card.lastReview,
})

/** The card after an answer; `before` undefined: the first one. */
export function reviewed(before: StoredCard | undefined, isRight: boolean, now: Date): StoredCard {
  const { card } = scheduler.next(before ? read(before) : createEmptyCard(now), now, isRight ? Rating.Good : Rating.Again)
  return {
    due: card.due,
    stability: card.stability,
    difficulty: card.difficulty,
    scheduledDays: card.scheduled_days,
    learningSteps: card.learning_steps,
    reps: card.reps,
    lapses: card.lapses,
    state: card.state,
    lastReview: now,
  }
}
