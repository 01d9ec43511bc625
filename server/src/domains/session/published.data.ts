// The passwords of the demonstration, which stand in README.md.

export const publishedPasswords = { admin: 'Admin@2026', teacher: 'Teacher@2026', proctor: 'Proctor@2026' } as const
/** All other accounts of the demonstration. */
export const LEARNER_PASSWORD = 'Learner@2026'
