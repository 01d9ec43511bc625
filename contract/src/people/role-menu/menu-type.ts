// The kinds of menu rows. Separate from the form, so that the browser's first page does not load the form.
export const MenuType = { menu: 1, function: 2, route: 3 } as const
export type MenuType = (typeof MenuType)[keyof typeof MenuType]
