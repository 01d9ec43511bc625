// What a row of the menu is; apart from the form, so that the frame of the browser loads nothing else.
export const MenuType = { menu: 1, function: 2, route: 3 } as const
export type MenuType = (typeof MenuType)[keyof typeof MenuType]
