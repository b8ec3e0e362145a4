export function useTestFolders(): void;
