declare module 'solc' {
	export function compile(
		input: string,
		callbacks?: { readonly import: (path: string) => { readonly contents: string } },
	): string
}
